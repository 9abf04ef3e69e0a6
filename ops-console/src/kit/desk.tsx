import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { KeysSwitch } from './keys';
import './desk.css';

interface DeskProps {
  /** Whose texts say what each column is called, for whoever hears the page: pages.{name}.columns. */
  name: string;
  /** Something is being looked at; where there is room for one column only, the queue makes way for it. */
  isOpen: boolean;
  queue: ReactNode;
  evidence: ReactNode;
  decision: ReactNode;
}

/** The frame of work on cases: what waits on the left, what there is to see, what is decided on the right. */
export function Desk({ name, isOpen, queue, evidence, decision }: DeskProps) {
  const translate = useTranslate();
  return (
    <div className="desk" data-open={isOpen}>
      <section className="desk-queue" aria-label={translate(`pages.${name}.columns.queue`)}>
        {queue}
      </section>
      {/* It scrolls, so the keyboard must be able to reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="desk-evidence" aria-label={translate(`pages.${name}.columns.evidence`)} tabIndex={0}>
        {evidence}
      </section>
      <section className="desk-decision" aria-label={translate(`pages.${name}.columns.decision`)}>
        {decision}
        <KeysSwitch />
      </section>
    </div>
  );
}

interface DeskTitleProps {
  title: string;
  /** How many cases wait, in words; nothing while that is not known. */
  waiting?: string | undefined;
  children?: ReactNode;
}

/** What a desk is called, and how much waits there. */
export const DeskTitle = ({ title, waiting, children }: DeskTitleProps) => (
  <span className="desk-title">
    <span>{title}</span>
    {waiting === undefined ? null : <span className="badge">{waiting}</span>}
    {children}
  </span>
);
