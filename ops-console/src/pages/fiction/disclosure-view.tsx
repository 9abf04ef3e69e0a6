import { useTranslate } from 'react-admin';
import { FactsList } from '@/kit/facts-list';
import { moneyInWords } from '@/kit/money';
import { dayInWords, momentInWords } from '@/kit/times';
import { languageName } from '@/pages/review/time';
import type { FictionCase } from './api';

/** What the member was told of the profile, and when they said to know it: it stays in view, however long one scrolls. */
export function DisclosureView({ conversation: { disclosure, member, profile } }: { conversation: FictionCase }) {
  const translate = useTranslate();
  const { acknowledged_at: at } = disclosure;
  return (
    <div
      className="fiction-told"
      role="note"
      aria-label={translate('pages.fiction.disclosure.title', { name: member.name })}
    >
      <p>
        <span className="badge">
          {profile.name}, {disclosure.label}
        </span>{' '}
        <span>
          {translate('pages.fiction.disclosure.acknowledged')} ·{' '}
          {at === null ? translate('pages.fiction.disclosure.not_yet') : momentInWords(at)}
        </span>
      </p>
      <p lang={member.language}>{disclosure.warning}</p>
    </div>
  );
}

/** What asks for care before anything is answered. */
export function CareView({ conversation: { care, member } }: { conversation: FictionCase }) {
  const translate = useTranslate();
  const { name } = member;
  if (!care.distress && care.spent === null) return null;
  return (
    <section className="fiction-care" aria-label={translate('pages.fiction.care.title')}>
      <h3>{translate('pages.fiction.care.title')}</h3>
      {care.distress ? <p>{translate('pages.fiction.care.distress', { name })}</p> : null}
      {care.spent === null ? null : (
        <p>
          {translate('pages.fiction.care.spent', {
            name,
            credits: care.spent.credits,
            money: care.spent.money === null ? '–' : moneyInWords(care.spent.money),
          })}
        </p>
      )}
    </section>
  );
}

/** Who writes, and whom they write to. */
export function PairView({ conversation: { member, profile, disclosure } }: { conversation: FictionCase }) {
  const translate = useTranslate();
  return (
    <>
      <h2>{member.name}</h2>
      <FactsList
        facts={[
          [translate('pages.fiction.member.age'), String(member.age)],
          [translate('pages.fiction.member.language'), languageName(member.language)],
          [translate('pages.fiction.member.since'), dayInWords(member.since)],
        ]}
      />
      <details className="fiction-story">
        <summary>{translate('pages.fiction.profile.title', { name: profile.name, label: disclosure.label })}</summary>
        <FactsList
          facts={[
            [translate('pages.fiction.member.age'), String(profile.age)],
            [translate('pages.fiction.profile.town'), profile.city ?? '–'],
          ]}
        />
        <p>{profile.headline}</p>
        <p>{profile.about}</p>
      </details>
    </>
  );
}
