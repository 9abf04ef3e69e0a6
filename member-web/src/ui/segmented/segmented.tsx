import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import styles from './segmented.module.css';

interface SegmentedLinksProps {
  label: string;
  links: readonly { to: string; text: ReactNode }[];
}

/** Views of one page, each with an address of its own. */
export function SegmentedLinks({ label, links }: SegmentedLinksProps) {
  return (
    <nav className={styles.segmented} aria-label={label}>
      {links.map(({ to, text }) => (
        <NavLink key={to} to={to} end>
          {text}
        </NavLink>
      ))}
    </nav>
  );
}

interface SegmentedProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; text: ReactNode }[];
  onChange: (value: Value) => void;
}

/** One of two to four short choices, taking effect at once. */
export function Segmented<Value extends string>({ label, value, choices, onChange }: SegmentedProps<Value>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={styles.segmented ?? ''}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={([key]) => key !== undefined && onChange(key as Value)}
    >
      {choices.map((choice) => (
        <ToggleButton key={choice.value} id={choice.value}>
          {choice.text}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
