import { BookOpen, CalendarDays, Hourglass, Layers, Scale, TriangleAlert, UserRound } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { announce } from '@/lib/announcer';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { Facts, type Fact } from '@/ui/facts/facts';
import { PageTitle } from '@/ui/page-title/page-title';
import { TextArea } from '@/ui/text-area/text-area';
import { useAppeal, type Appeal, type Decision } from '../api/decisions';
import styles from './decision-case.module.css';

/** As few and as many characters as the server takes. */
const WORDS_MIN = 10;
const WORDS_MAX = 3000;

interface DecisionCaseProps {
  decision: Decision;
  /** The key of the mailed link; empty for the member who is logged in. */
  passKey: string;
}

/** A decision about a member: what, why, how long, and how to object. */
export function DecisionCase({ decision, passKey }: DecisionCaseProps) {
  const { t } = useTranslation('cases');
  const format = useFormat();
  const { number, facts, appeals, can_appeal: canAppeal, appeal_until: until } = decision;
  // Until then something else ended it, such as the erasure of the account.
  const [isOver] = useState(() => new Date(until) < new Date());
  return (
    <>
      <PageTitle>{t('title', { number })}</PageTitle>
      <Standing decision={decision} />
      <Facts facts={factsOf(decision)} />
      {facts && (
        <section className="stack">
          <h2>{t('happened')}</h2>
          <p className={styles.words}>{facts}</p>
        </section>
      )}
      {appeals.map((appeal) => (
        <Objection key={appeal.created_at} appeal={appeal} />
      ))}
      {canAppeal ? (
        <ObjectionForm decision={decision} passKey={passKey} />
      ) : (
        appeals.length === 0 && isOver && <p className="meta">{t('over', { date: format.date(until) })}</p>
      )}
    </>
  );

  function factsOf({ measure_text: measure, rule_text: rule, in_force_at: from, ...more }: Decision): Fact[] {
    const { scope_text: scope, strikes_text: strikes, ends_at: to } = more;
    // A warning is over as soon as it is given: nobody waits for its end.
    const end = to ? format.date(to) : more.measure === 'permanent-ban' && t('noEnd');
    return [
      { icon: Scale, term: t('measure'), value: measure },
      ...(scope ? [{ icon: Layers, term: t('scope'), value: scope }] : []),
      ...(strikes ? [{ icon: TriangleAlert, term: t('strikes'), value: strikes }] : []),
      { icon: BookOpen, term: t('rule'), value: rule },
      { icon: CalendarDays, term: t('from'), value: format.date(from) },
      ...(end ? [{ icon: Hourglass, term: t('until'), value: end }] : []),
      { icon: UserRound, term: t('by'), value: t('person') },
    ];
  }
}

/** Whether it still holds. */
function Standing({ decision: { state } }: Pick<DecisionCaseProps, 'decision'>) {
  const { t } = useTranslation('cases');
  if (state === 'lifted') return <Alert tone="ok" lead={t('lifted')} />;
  if (state === 'ended') return <Alert tone="ok" lead={t('ended')} />;
  return <Alert lead={t('holds')} />;
}

/** What was objected, and what came of it. */
function Objection({ appeal: { state, words, outcome, answer, created_at: at, due_at: dueAt } }: { appeal: Appeal }) {
  const { t } = useTranslation('cases');
  const format = useFormat();
  return (
    <section className="stack">
      <h2>{t('objected', { date: format.date(at) })}</h2>
      {words && <p className={styles.words}>{words}</p>}
      {outcome ? (
        <Alert tone={outcome === 'reversed' ? 'ok' : 'note'} lead={t(`outcome.${outcome}`)}>
          <span className={styles.words}>{answer}</span>
        </Alert>
      ) : (
        <p>{state === 'lapsed' ? t('lapsed') : t('due', { date: format.date(dueAt) })}</p>
      )}
    </section>
  );
}

function ObjectionForm({ decision: { id, appeal_until: until }, passKey }: DecisionCaseProps) {
  const { t } = useTranslation('cases');
  const format = useFormat();
  const { mutate, isPending, error } = useAppeal(id, passKey);
  const [words, setWords] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isShort = words.trim().length < WORDS_MIN;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (isShort) document.querySelector<HTMLElement>('#objection')?.focus();
    else mutate(words, { onSuccess: () => announce(t('object.sent')) });
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <h2>{t('object.title')}</h2>
      <p>{t('object.lead', { date: format.date(until) })}</p>
      <ProblemAlert lead={t('object.failed')} error={error} />
      <TextArea
        id="objection"
        label={t('object.label')}
        rows={5}
        maxLength={WORDS_MAX}
        value={words}
        onChange={setWords}
        error={isChecked && isShort ? t('object.short') : undefined}
      />
      <Button type="submit" isPending={isPending}>
        {t('object.send')}
      </Button>
    </form>
  );
}
