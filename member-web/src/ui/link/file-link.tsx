import type { ReactNode } from 'react';
import { ButtonContent, buttonLook, type ButtonLook } from '../button/button-look';

/** A link that looks like a button and gives the browser a file to keep. */
export function FileLink({
  href,
  variant,
  size,
  wide,
  icon,
  children,
}: ButtonLook & { href: string; children: ReactNode }) {
  const look = { variant, size, wide, icon };
  return (
    <a href={href} download {...buttonLook(look)}>
      <ButtonContent {...look}>{children}</ButtonContent>
    </a>
  );
}
