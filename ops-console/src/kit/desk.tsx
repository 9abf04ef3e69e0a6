import type { ReactNode } from 'react';
import './desk.css';

interface DeskProps {
  /** What each column is called, for whoever hears the page. */
  labels: { queue: string; evidence: string; decision: string };
  /** Something is being looked at; where there is room for one column only, the queue makes way for it. */
  isOpen: boolean;
  queue: ReactNode;
  evidence: ReactNode;
  decision: ReactNode;
}

/** The frame of work on cases: what waits on the left, what there is to see, what is decided on the right. */
export function Desk({ labels, isOpen, queue, evidence, decision }: DeskProps) {
  return (
    <div className="desk" data-open={isOpen}>
      <section className="desk-queue" aria-label={labels.queue}>
        {queue}
      </section>
      {/* It scrolls, so the keyboard must be able to reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="desk-evidence" aria-label={labels.evidence} tabIndex={0}>
        {evidence}
      </section>
      <section className="desk-decision" aria-label={labels.decision}>
        {decision}
      </section>
    </div>
  );
}
