import { useTranslate } from 'react-admin';
import { FactsList } from '@/kit/facts-list';
import { moneyInWords, type Money } from '@/kit/money';
import { dayInWords, momentInWords } from '@/kit/times';
import { percent } from '@/kit/units';
import type { Standing } from './api';

/** What became of an order's credits, and the sum from what was paid to what can go back. */
export function StandingView({ standing, toPay }: { standing: Standing; toPay?: Money }) {
  const translate = useTranslate();
  const { credits } = standing;
  return (
    <>
      <p>
        {translate(credits > 0 ? 'pages.refunds.order' : 'pages.refunds.order_without', {
          day: dayInWords(standing.ordered_at),
          credits,
          paid: moneyInWords(standing.paid),
          method: translate(`pages.refunds.methods.${standing.method}`, { _: standing.method }),
        })}
      </p>
      {credits > 0 ? <Credits standing={standing} /> : null}
      <Sums standing={standing} toPay={toPay} />
      <Times standing={standing} />
    </>
  );
}

function Credits({ standing }: { standing: Standing }) {
  const translate = useTranslate();
  const { credits, used, unspent, held, returned } = standing;
  return (
    <div>
      {/* The numbers below say the same. */}
      <div className="lotbar" aria-hidden>
        <i className="used" style={{ width: share(used, credits) }} />
        <i className="back" style={{ width: share(returned, credits) }} />
        <i className="held" style={{ width: share(held, credits) }} />
        <i style={{ width: share(unspent, credits) }} />
      </div>
      <p className="lots">
        <span>{translate('pages.refunds.used', used)}</span>
        {returned > 0 ? <span>{translate('pages.refunds.returned', returned)}</span> : null}
        {held > 0 ? <span>{translate('pages.refunds.held', held)}</span> : null}
        <span>{translate('pages.refunds.unspent', unspent)}</span>
      </p>
    </div>
  );
}

const share = (part: number, whole: number) => percent((100 * part) / whole);

function Sums({ standing, toPay }: { standing: Standing; toPay: Money | undefined }) {
  const translate = useTranslate();
  const { credits, used, refunded, charged_back: taken } = standing;
  const lines: [string, string][] =
    credits > 0
      ? [
          [translate('pages.refunds.sums.paid', { credits }), moneyInWords(standing.paid)],
          [translate('pages.refunds.sums.per_credit'), moneyInWords(standing.price_per_credit)],
          [translate('pages.refunds.sums.used', { used }), minus(standing.used_worth)],
        ]
      : [[translate('pages.refunds.sums.came'), moneyInWords(standing.paid)]];
  if (refunded.minor > 0) lines.push([translate('pages.refunds.sums.refunded'), minus(refunded)]);
  if (taken.minor > 0) lines.push([translate('pages.refunds.sums.charged_back'), minus(taken)]);
  if (credits > 0) lines.push([translate('pages.refunds.sums.worth'), moneyInWords(standing.worth)]);
  const total: [string, Money] = toPay ? ['total', toPay] : ['left', standing.left];
  return (
    <table className="sums">
      <tbody>
        {lines.map(([label, amount]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{amount}</td>
          </tr>
        ))}
        <tr className="total">
          <th scope="row">{translate(`pages.refunds.sums.${total[0]}`)}</th>
          <td>{moneyInWords(total[1])}</td>
        </tr>
      </tbody>
    </table>
  );
}

const minus = (amount: Money) => `−${moneyInWords(amount)}`;

function Times({ standing }: { standing: Standing }) {
  const translate = useTranslate();
  const { is_in_time: isInTime, provider_asked_at: askedAt, until } = standing;
  const right: [string, string][] = until
    ? [[translate(isInTime ? 'pages.refunds.until' : 'pages.refunds.ended'), momentInWords(until)]]
    : [];
  return (
    <FactsList
      facts={[
        ...right,
        [translate('pages.refunds.provider'), `${standing.provider} ${standing.provider_ref ?? ''}`],
        [translate('pages.refunds.payment'), translate(`choices.${standing.payment_state}`)],
        [
          translate('pages.refunds.provider_asked'),
          askedAt ? momentInWords(askedAt) : translate('pages.refunds.never'),
        ],
      ]}
    />
  );
}
