// The shape of what is coming. Silent: whoever shows it marks the region as busy and says so.

import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './skeleton.module.css';

const css = bindClasses(styles);

type SkeletonProps = {
  shape?: 'text' | 'block' | 'circle';
  width?: string;
  /** For blocks; a line of text has the height of its line. */
  height?: string;
};

export function Skeleton({ shape = 'text', width, height }: SkeletonProps) {
  return <span className={css('skeleton', shape)} style={{ width, height }} aria-hidden="true" />;
}
