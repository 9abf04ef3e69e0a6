import { useTranslate } from 'react-admin';
import type { Series } from './model';
import { amountInWords, dayInShort } from './words';

const WIDTH = 320;
const HEIGHT = 96;
const GAP = 0.25;

/** A figure day by day: the newest on the right, each day's number under the pointer. */
export function Bars({ series }: { series: Series }) {
  const translate = useTranslate();
  const { days, label } = series;
  const most = days.reduce((one, other) => (other.amount > one.amount ? other : one), { day: '', amount: 0 });
  const step = WIDTH / days.length;
  const name =
    most.amount > 0
      ? translate('pages.overview.most', {
          label,
          day: dayInShort(most.day),
          amount: amountInWords(series, most.amount),
        })
      : translate('pages.overview.none', { label });
  return (
    <figure className="bars" aria-label={name}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <line x1="0" y1={HEIGHT} x2={WIDTH} y2={HEIGHT} />
        {days.map(({ day, amount }, index) => {
          const height = most.amount > 0 ? (amount / most.amount) * HEIGHT : 0;
          return (
            <g key={day}>
              <title>{`${dayInShort(day)}: ${amountInWords(series, amount)}`}</title>
              {/* The whole height answers to the pointer, however small the bar is. */}
              <rect className="reach" x={index * step} y="0" width={step} height={HEIGHT} />
              <rect x={(index + GAP / 2) * step} y={HEIGHT - height} width={step * (1 - GAP)} height={height} />
            </g>
          );
        })}
      </svg>
      <p className="bars-ends" aria-hidden="true">
        <span>{dayInShort(days[0]?.day ?? '')}</span>
        <span>{dayInShort(days.at(-1)?.day ?? '')}</span>
      </p>
    </figure>
  );
}

/** The same as numbers, newest first. */
export function DayTable({ series }: { series: Series }) {
  const translate = useTranslate();
  return (
    // It scrolls, so the keyboard must be able to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="day-table" aria-label={series.label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{translate('pages.overview.day')}</th>
            <th scope="col">{series.label}</th>
          </tr>
        </thead>
        <tbody>
          {series.days.toReversed().map(({ day, amount }) => (
            <tr key={day}>
              <th scope="row">{dayInShort(day)}</th>
              <td className="number">{amountInWords(series, amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
