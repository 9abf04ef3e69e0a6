import type { LucideIcon } from 'lucide-react';
import { Link, type LinkProps } from 'react-router';
import { Icon } from '../icon/icon';
import styles from './icon-button.module.css';

interface IconLinkProps extends Omit<LinkProps, 'children' | 'className' | 'style'> {
  icon: LucideIcon;
  label: string;
}

/** A link that looks like a round button with an icon only; `label` is its accessible name. */
export function IconLink({ icon, label, ...props }: IconLinkProps) {
  return (
    <Link {...props} aria-label={label} className={styles.button}>
      <Icon of={icon} />
    </Link>
  );
}
