import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { currentLanguage } from '@/i18n';
import { useFormat } from '@/i18n/format';
import { kilometres } from '@/shared/units/units';
import { paths } from '@/lib/paths';
import { useReference } from '@/shared/reference/reference';
import { Link } from '@/ui/link/link';
import { Panel } from '@/ui/panel/panel';
import type { Answers, Question } from '../api/finder';
import { GENDERS, OLDEST, QUESTIONS } from '../model/questions';
import styles from './own-answers.module.css';

/** What the member answered, each with the way to change it. */
export function OwnAnswers({ answers }: { answers: Answers }) {
  const { t } = useTranslation('match-finder');
  const words = useAnswerWords(answers);
  const asked = QUESTIONS.filter((question) => question !== 'distance' || answers.has_town);
  return (
    <Panel flat>
      <h2 className={styles.title}>{t('own.title')}</h2>
      <dl className={styles.answers}>
        {asked.map((question) => (
          <div key={question}>
            <dt className="meta">{t(`${question}.name`)}</dt>
            <dd>
              <span>{words[question] || t('own.none')}</span>{' '}
              <Link
                to={paths.matchFinder.to(question)}
                aria-label={t('own.changeLabel', { name: t(`${question}.name`) })}
              >
                {t('own.change')}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
      {!answers.has_town && (
        <p className={styles.town}>
          {t('own.noTown')} <Link to={paths.profile.to()}>{t('own.addTown')}</Link>
        </p>
      )}
    </Panel>
  );
}

function useAnswerWords(answers: Answers): Record<Question, string> {
  const { t } = useTranslation('match-finder');
  const { list } = useFormat();
  const { min_age: minAge } = useSettings();
  const interests = useReference()?.interests ?? [];
  const everyday = interests.filter(({ key, intimate }) => !intimate && answers.interests.includes(key));
  const [from, to] = [answers.seeking_min_age ?? minAge, answers.seeking_max_age ?? OLDEST];
  const hasAges = answers.seeking_min_age !== null || answers.seeking_max_age !== null;
  return {
    who: list(GENDERS.filter((one) => answers.seeking_genders.includes(one)).map((one) => t(`who.${one}`))),
    ages: hasAges ? t(to >= OLDEST ? 'ages.open' : 'ages.span', { from, to }) : '',
    distance: answers.radius_km
      ? t('distance.upTo', { distance: kilometres(currentLanguage(), answers.radius_km) })
      : '',
    aim: answers.aim ? t(`aim.${answers.aim}`) : '',
    interests: list(everyday.map(({ name }) => name)),
    ways: list(answers.ways.map((one) => t(`ways.${one}`))),
    matters: list(answers.matters.map((one) => t(`matters.${one}`))),
  };
}
