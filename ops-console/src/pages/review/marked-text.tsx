import type { Evidence } from './api';

/** What somebody wrote, with what is known from frauds marked; without marks it stands as it is. */
export function MarkedText({ text, marked }: { text: string | null; marked: Evidence['marked'][string] | undefined }) {
  return (
    <span className="words">
      {marked?.length
        ? marked.map(({ text: part, is_known: isKnown }, place) =>
            // The parts of a text have no other name than their place.
            // oxlint-disable-next-line react/no-array-index-key
            isKnown ? <mark key={place}>{part}</mark> : <span key={place}>{part}</span>,
          )
        : text}
    </span>
  );
}
