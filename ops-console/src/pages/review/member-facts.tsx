import type { ReactNode } from 'react';
import { useGetList, useGetOne, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useRecordList } from '@/kit/records';
import type { RecordOf } from '@/providers/schema';
import type { Person } from './api';
import { day, languageName } from './time';

const NEWEST = { field: 'created_at', order: 'DESC' } as const;
const FEW = { page: 1, perPage: 3 };
const ONE = { page: 1, perPage: 1 };

/** Who is looked at, with what was decided about them before. */
export function MemberFacts({ member, strikes, isReported }: { member: Person; strikes: number; isReported: boolean }) {
  const translate = useTranslate();
  const { id, language, is_paid: isPaid, is_fictional: isFictional } = member;
  const account = translate(`pages.review.facts.${isPaid ? 'paid' : 'free'}`);
  return (
    <Party part={isReported ? 'reported' : 'looked_at'} name={member.name} age={member.age} id={id}>
      <Fact term="since">{day(member.signup_at)}</Fact>
      <Fact term="language">{languageName(language)}</Fact>
      <Fact term="account">{isFictional ? `${account} · ${translate('pages.review.facts.fictional')}` : account}</Fact>
      <Fact term="reports_about">
        <Count target="reported_id" id={id} />
      </Fact>
      <Fact term="decisions">
        <EarlierDecisions id={id} strikes={strikes} />
      </Fact>
    </Party>
  );
}

/** Who reported something. */
export function ReporterFacts({ id }: { id: string }) {
  const { data: member } = useGetOne<RecordOf<'accounts.members'>>('accounts.members', { id });
  if (!member) return null;
  return (
    <Party part="reporter" name={member.name} age={member.age} id={id}>
      <Fact term="since">{day(member.signup_at)}</Fact>
      <Fact term="language">{languageName(member.language)}</Fact>
      <Fact term="reports_by">
        <Count target="reporter_id" id={id} />
      </Fact>
    </Party>
  );
}

interface PartyProps {
  part: string;
  name: string;
  age: number;
  id: string;
  children: ReactNode;
  /** What stands below the facts. */
  below?: ReactNode;
}

export function Party({ part, name, age, id, children, below }: PartyProps) {
  const translate = useTranslate();
  return (
    <section className="party">
      <p className="note">{translate(`pages.review.facts.${part}`)}</p>
      <h3>
        <Link to={`/accounts.members/${id}/show`}>{translate('pages.review.person', { name, age })}</Link>
      </h3>
      <dl>{children}</dl>
      {below}
    </section>
  );
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  const translate = useTranslate();
  return (
    <div>
      <dt>{translate(`pages.review.facts.${term}`)}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Count({ target, id }: { target: string; id: string }) {
  const { total } = useGetList('moderation.reports', { pagination: ONE, filter: { [target]: id } });
  return <span className="number">{total}</span>;
}

function EarlierDecisions({ id, strikes }: { id: string; strikes: number }) {
  const translate = useTranslate();
  const filter = { member_id: id };
  const { data = [] } = useRecordList('moderation.decisions', { pagination: FEW, sort: NEWEST, filter });
  const made = data.filter(({ rule }) => rule !== null);
  if (made.length === 0) return translate('pages.review.facts.none');
  return (
    <>
      {strikes > 0 ? (
        <span className="badge warn">{translate('pages.review.facts.strikes', { smart_count: strikes })}</span>
      ) : null}
      {made.map(({ id: decision, measure, rule, created_at: at }) => (
        <Link key={decision} to={`/moderation.decisions/${decision}/show`} className="earlier">
          {[...[measure, rule].map((key) => translate(`choices.${key}`)), day(at)].join(' · ')}
        </Link>
      ))}
    </>
  );
}
