import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { FactsList } from '@/kit/facts-list';
import { moneyInWords } from '@/kit/money';
import { useRecordList } from '@/kit/records';
import { dayInWords } from '@/kit/times';
import { usePermission } from '@/kit/use-permission';
import { languageName } from '@/pages/review/time';
import { Address } from './address';
import type { ComplaintCase } from './api';
import { MemberAddress } from './member-address';

/** Who complained, with the facts that an answer may need. */
export function PersonFacts({ complaint }: { complaint: ComplaintCase }) {
  const translate = useTranslate();
  const { person } = complaint;
  const facts: [string, string][] = [
    [translate('pages.complaints.facts.topic'), translate(`choices.${complaint.topic}`)],
    [translate('pages.complaints.facts.language'), languageName(complaint.language)],
  ];
  if (person)
    facts.push(
      [translate('pages.complaints.facts.status'), translate(`choices.${person.status}`)],
      [translate('pages.complaints.facts.since'), dayInWords(person.signup_at)],
      [translate('pages.complaints.facts.paid'), translate(person.is_paid ? 'ops.yes' : 'ops.no')],
    );
  return (
    <>
      <h2>
        {person ? (
          <Link to={`/accounts.members/${person.id}/show`}>{person.name}</Link>
        ) : (
          translate('pages.complaints.visitor')
        )}
      </h2>
      {complaint.is_matched ? <p className="note">{translate('pages.complaints.matched')}</p> : null}
      {person ? <MemberAddress key={person.id} id={person.id} /> : <Address key={complaint.id} id={complaint.id} />}
      <FactsList facts={facts} />
      {person ? <Orders memberId={person.id} /> : null}
      <Beside complaint={complaint} />
    </>
  );
}

function Orders({ memberId }: { memberId: string }) {
  const translate = useTranslate();
  const mayRead = usePermission('billing.orders.read');
  const mayPay = usePermission('billing.refunds.request');
  const { data = [], isPending } = useRecordList(
    'billing.orders',
    { pagination: { page: 1, perPage: 5 }, sort: { field: 'id', order: 'DESC' }, filter: { member_id: memberId } },
    { enabled: mayRead },
  );
  if (!mayRead) return null;
  return (
    <section>
      <h3>{translate('pages.complaints.facts.orders')}</h3>
      {!isPending && data.length === 0 ? <p className="note">{translate('pages.complaints.facts.no_orders')}</p> : null}
      <ul className="beside">
        {data.map((order) => (
          <li key={order.id}>
            <Link to={`/billing.orders/${order.id}/show`}>
              {dayInWords(order.created_at)}, {moneyInWords(order.total_minor)}
            </Link>
            <span>{translate(`choices.${order.state}`)}</span>
            {mayPay && order.state === 'completed' ? (
              <Link to={`/refunds/orders/${order.id}`}>{translate('pages.complaints.facts.refund')}</Link>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Beside({ complaint: { decisions, others, handed, conversations } }: { complaint: ComplaintCase }) {
  const translate = useTranslate();
  const mayReadDecisions = usePermission('moderation.decisions.read');
  const mayReview = usePermission('moderation.review.read');
  const mayReadConversations = usePermission('messaging.conversations.read');
  return (
    <>
      {decisions.length > 0 ? (
        <section>
          <h3>{translate('pages.complaints.facts.decisions')}</h3>
          <ul className="beside">
            {decisions.map((one) => (
              <li key={one.id}>
                <LinkIf to={mayReadDecisions && `/moderation.decisions/${one.id}/show`}>
                  {one.number}, {translate(`choices.${one.measure}`)}
                </LinkIf>
                <span>{translate(`choices.${one.state}`)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {others.length > 0 ? (
        <section>
          <h3>{translate('pages.complaints.facts.others')}</h3>
          <ul className="beside">
            {others.map((one) => (
              <li key={one.id}>
                <Link to={`/complaints/${one.id}`}>{one.number}</Link>
                <span>{translate(`choices.${one.state}`)}</span>
                {one.is_proven ? null : <span>{translate('pages.complaints.facts.unproven')}</span>}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {handed.length > 0 ? (
        <section>
          <h3>{translate('pages.complaints.facts.handed')}</h3>
          <ul className="beside">
            {handed.map((one) => (
              <li key={one.id}>
                <LinkIf to={mayReview && `/review/${one.id}`}>
                  {one.name}, {dayInWords(one.created_at)}
                </LinkIf>
                <span>{translate(`choices.${one.measure ?? one.state}`)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {conversations.length > 0 ? (
        <section>
          <h3>{translate('pages.complaints.facts.conversations')}</h3>
          <ul className="beside">
            {conversations.map((one) => (
              <li key={one.id}>
                <LinkIf to={mayReadConversations && `/messaging.conversations/${one.id}/show`}>
                  {dayInWords(one.created_at)}
                </LinkIf>
                <span className="number">{one.id.slice(-6)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

/** Leads to a record for whoever may read it; for others it is a word. */
function LinkIf({ to, children }: { to: string | false; children: ReactNode }) {
  return to ? <Link to={to}>{children}</Link> : <span>{children}</span>;
}
