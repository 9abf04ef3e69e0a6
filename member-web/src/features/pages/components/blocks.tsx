/* oxlint-disable react/no-array-index-key -- the parts of a page never move */
import { Fragment } from 'react';
import { Link } from '@/ui/link/link';
import type { Block, Span } from '../api/page';
import { wordsOf } from '../model/contents';
import styles from './static-page.module.css';

const NONE: never[] = [];

/** The parts of a page, in their order; they never change places, so the order is their key. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, at) => <OneBlock key={at} block={block} />);
}

function OneBlock({ block }: { block: Block }) {
  const { kind, content = [], items = NONE } = block;
  if (kind === 'heading') return <Heading block={block} />;
  if (kind === 'list') return <List block={block} />;
  if (kind === 'quote') return <blockquote>{<Blocks blocks={items[0] ?? []} />}</blockquote>;
  if (kind === 'table') return <Table block={block} />;
  return (
    <p>
      <Line spans={content} />
    </p>
  );
}

function Heading({ block: { id, level, content = NONE } }: { block: Block }) {
  const Tag = level === 3 ? 'h3' : 'h2';
  return (
    <Tag id={id} tabIndex={-1}>
      <Line spans={content} />
    </Tag>
  );
}

function List({ block: { ordered, items = NONE } }: { block: Block }) {
  const Tag = ordered ? 'ol' : 'ul';
  return (
    <Tag>
      {items.map((blocks, at) => (
        <li key={at}>
          <Blocks blocks={blocks} />
        </li>
      ))}
    </Tag>
  );
}

/** On a small screen each row is a card of its own, and each cell says which column it is of. */
function Table({ block: { head = NONE, rows = NONE } }: { block: Block }) {
  const columns = head.map(wordsOf);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {head.map((cell, at) => (
            <th key={at} scope="col">
              <Line spans={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, column) => (
              <td key={column} data-column={columns[column]}>
                <Line spans={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Line({ spans }: { spans: readonly Span[] }) {
  return spans.map((span, at) => (
    <Fragment key={at}>
      <OneSpan span={span} />
    </Fragment>
  ));
}

function OneSpan({ span: { kind, text, href = '', content = NONE } }: { span: Span }) {
  if (kind === 'text') return text;
  if (kind === 'break') return <br />;
  const line = <Line spans={content} />;
  if (kind === 'strong') return <strong>{line}</strong>;
  if (kind === 'emphasis') return <em>{line}</em>;
  return href.startsWith('/') ? <Link to={href}>{line}</Link> : <a href={href}>{line}</a>;
}
