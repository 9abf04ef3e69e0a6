import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/lib/paths';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Button } from '@/ui/button/button';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { useSaveAnswer, type Answer, type Answers, type Question } from '../api/finder';
import { answerTo, nextOpen, questionBefore } from '../model/questions';
import { AnswerFields } from './answer-fields';
import { FinderFrame } from './finder-frame';
import styles from './question-page.module.css';

/** One question a screen; every answer is kept as it is given. */
export function QuestionPage({ question, answers }: { question: Question; answers: Answers }) {
  const { t } = useTranslation('match-finder');
  const navigate = useNavigate();
  const save = useSaveAnswer();
  const [answer, setAnswer] = useState<Answer>(() => answerTo(question, answers));
  const before = questionBefore(question);
  const keep = (given: Answer) =>
    save.mutate(given, {
      onSuccess: ({ open }) => void navigate(paths.matchFinder.to(nextOpen(open, question) ?? 'people')),
    });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    keep(answer);
  };
  return (
    <FinderFrame question={question} answers={answers}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <div className={styles.head}>
          <PageTitle>{t(`${question}.title`)}</PageTitle>
          <p className="lead">{t(`${question}.lead`)}</p>
        </div>
        <ProblemAlert lead={t('notSaved')} error={save.error} />
        <AnswerFields answer={answer} answers={answers} onChange={(change) => setAnswer({ ...answer, ...change })} />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" size="large" isPending={save.isPending}>
            {t('continue')}
          </Button>
          <ButtonLink variant="quiet" to={paths.matchFinder.to(before)}>
            {t('back')}
          </ButtonLink>
          <span className={styles.skip}>
            <Button variant="quiet" onPress={() => keep({ question })}>
              {t('skip')}
            </Button>
          </span>
        </div>
      </form>
    </FinderFrame>
  );
}
