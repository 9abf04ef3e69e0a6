import { Button, FormControlLabel, Switch, type ButtonProps } from '@mui/material';
import { useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useKeys, useKeysAreOn } from './use-keys';

/** A key as it is printed on the keyboard; nothing while the keys are switched off. */
export function Key({ name }: { name: string }) {
  const [areOn] = useKeysAreOn();
  return areOn ? (
    <kbd className="key" aria-hidden>
      {name.length === 1 ? name.toUpperCase() : name}
    </kbd>
  ) : null;
}

interface KeyButtonProps extends Omit<ButtonProps, 'onClick'> {
  shortcut: string;
  onClick: () => void;
  /** What was chosen as the reason; what cannot be taken back waits for it, by hand as by key. */
  reason?: string | undefined;
}

/** A button with a key of its own; the key presses the button, so that it does what the button does or nothing. */
export function KeyButton({ shortcut, reason, children, disabled = false, ...props }: KeyButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [areOn] = useKeysAreOn();
  useKeys({ [shortcut]: () => button.current?.click() });
  return (
    <Button
      ref={button}
      className="key-button"
      {...props}
      disabled={disabled || (props.color === 'error' && !reason)}
      {...(areOn ? { 'aria-keyshortcuts': shortcut.toUpperCase() } : {})}
    >
      <span>{children}</span>
      <Key name={shortcut} />
    </Button>
  );
}

/** The switch for single keys. */
export function KeysSwitch() {
  const [areOn, setOn] = useKeysAreOn();
  const translate = useTranslate();
  return (
    <FormControlLabel
      control={<Switch size="small" checked={areOn} onChange={(_event, isOn) => setOn(isOn)} />}
      label={translate('ops.keys')}
    />
  );
}
