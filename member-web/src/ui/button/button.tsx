import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { ButtonContent, buttonLook, type ButtonLook } from './button-look';

export interface ButtonProps extends ButtonLook, Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A button; `type` is "button" by default. */
export function Button({ variant, size, wide, icon, price, children, ...props }: ButtonProps) {
  const look = { variant, size, wide, icon, price };
  return (
    <AriaButton {...props} {...buttonLook(look)}>
      <ButtonContent {...look}>{children}</ButtonContent>
    </AriaButton>
  );
}
