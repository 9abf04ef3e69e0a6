import type { ReactNode } from 'react';
import { Link as RouterLink, type LinkProps } from 'react-router';
import { ButtonContent, buttonLook, type ButtonLook } from '../button/button-look';

/** A link inside the app. */
export function Link(props: LinkProps) {
  return <RouterLink {...props} />;
}

/** A link that looks like a button, for going somewhere rather than doing something. */
export function ButtonLink({
  variant,
  size,
  wide,
  icon,
  price,
  children,
  ...props
}: ButtonLook & Omit<LinkProps, 'className'> & { children: ReactNode }) {
  const look = { variant, size, wide, icon, price };
  return (
    <RouterLink {...props} {...buttonLook(look)}>
      <ButtonContent {...look}>{children}</ButtonContent>
    </RouterLink>
  );
}
