import { useTranslate } from 'react-admin';
import type { Series, Split, Waits } from './model';
import { amountInWords, boundInWords, dayInShort, type Translate } from './words';

const WIDTH = 320;
const HEIGHT = 96;
const GAP = 0.25;

/** One bar: what stands below it, how high it is, and that in words. */
export interface Bar {
  name: string;
  amount: number;
  words: string;
}

/** A figure day by day, the newest on the right. */
export const barsOfDays = (series: Series): Bar[] =>
  series.days.map(({ day, amount }) => ({ name: dayInShort(day), amount, words: amountInWords(series, amount) }));

/** What a figure came to for each site or source. */
export const barsOfParts = (series: Series, parts: readonly Split[], translate: Translate) =>
  parts.map(({ name, count, amount, part, whole }): Bar => {
    const words = amountInWords(series, amount);
    return {
      name:
        name === null
          ? translate('pages.overview.others', { smart_count: count })
          : name || translate('pages.overview.nowhere'),
      amount,
      words: whole ? `${words} (${translate('pages.overview.part', { part, whole })})` : words,
    };
  });

/** How many ended within which time, the shortest on the left. */
export const barsOfWaits = ({ ends }: Waits, translate: Translate): Bar[] =>
  ends.map(({ within, amount }) => ({ name: boundInWords(within, translate), amount, words: String(amount) }));

interface BarsProps {
  label: string;
  bars: readonly Bar[];
}

interface DrawnProps extends BarsProps {
  /** What stands below them: days, or bounds of waits. */
  of: 'days' | 'waits';
}

const highest = (bars: readonly Bar[]) =>
  bars.reduce((one, other) => (other.amount > one.amount ? other : one), { name: '', amount: 0, words: '' });

/** Bars with each one's number under the pointer. */
export function Bars({ label, bars, of }: DrawnProps) {
  const translate = useTranslate();
  const most = highest(bars);
  const step = WIDTH / bars.length;
  const name =
    most.amount > 0
      ? translate(`pages.overview.most.${of}`, { label, name: most.name, amount: most.words })
      : translate('pages.overview.none', { label });
  return (
    <figure className="bars" aria-label={name}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <line x1="0" y1={HEIGHT} x2={WIDTH} y2={HEIGHT} />
        {bars.map((bar, index) => {
          const height = most.amount > 0 ? (bar.amount / most.amount) * HEIGHT : 0;
          return (
            <g key={bar.name}>
              <title>{`${bar.name}: ${bar.words}`}</title>
              {/* The whole height answers to the pointer, however small the bar is. */}
              <rect className="reach" x={index * step} y="0" width={step} height={HEIGHT} />
              <rect x={(index + GAP / 2) * step} y={HEIGHT - height} width={step * (1 - GAP)} height={height} />
            </g>
          );
        })}
      </svg>
      <p className="bars-ends" aria-hidden="true">
        <span>{bars[0]?.name}</span>
        <span>{bars.at(-1)?.name}</span>
      </p>
    </figure>
  );
}

/** Bars that lie, each below its name and number, which are words for everybody. */
export function LyingBars({ label, bars }: BarsProps) {
  const translate = useTranslate();
  const most = highest(bars).amount;
  if (most === 0) return <p className="overview-note">{translate('pages.overview.none', { label })}</p>;
  return (
    <ul className="lying-bars" aria-label={label}>
      {bars.map(({ name, amount, words }) => (
        <li key={name}>
          <span>{name}</span>
          <span className="number">{words}</span>
          <svg viewBox={`0 0 ${WIDTH} 1`} preserveAspectRatio="none" aria-hidden="true">
            <rect width={(amount / most) * WIDTH} height="1" />
          </svg>
        </li>
      ))}
    </ul>
  );
}

/** The same as numbers. */
export function BarTable({ label, bars, first }: BarsProps & { first: string }) {
  return (
    // It scrolls, so the keyboard must be able to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="day-table" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            <th scope="col">{label}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ name, words }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="number">{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
