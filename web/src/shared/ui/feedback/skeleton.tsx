// A loading placeholder. Hidden from screen readers; the region around it is marked as busy.

import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './skeleton.module.css';

const css = bindClasses(styles);

type SkeletonProps = {
  shape?: 'text' | 'block' | 'circle';
  width?: string;
  height?: string;
};

export function Skeleton({ shape = 'text', width, height }: SkeletonProps) {
  return <span className={css('skeleton', shape)} style={{ width, height }} aria-hidden="true" />;
}
