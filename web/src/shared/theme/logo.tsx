// The company's logo, or its initials if there is no logo or it fails to load. It is decorative unless `isAlone`,
// because the name is beside it.

import { toInitials } from '@quittance/contract/initials';
import { useState } from 'react';
import { bindClasses } from '../lib/bind-classes.ts';
import styles from './logo.module.css';

const css = bindClasses(styles);

type LogoProps = {
  name: string;
  logoUrl?: string | null | undefined;
  size?: 'small' | 'medium' | 'large';
  isAlone?: boolean;
};

export function Logo({ name, logoUrl, size = 'medium', isAlone = false }: LogoProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  if (logoUrl && logoUrl !== brokenUrl) {
    return (
      <img
        className={css('logo', size)}
        src={logoUrl}
        alt={isAlone ? name : ''}
        onError={() => setBrokenUrl(logoUrl)}
      />
    );
  }
  return (
    <span className={css('badge', size)}>
      <span aria-hidden="true">{toInitials(name)}</span>
      {isAlone && <span className={css('name')}>{name}</span>}
    </span>
  );
}
