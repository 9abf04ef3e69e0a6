import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useIntroduction } from '@/features/landing/api/introduction';
import { Beside } from '@/features/landing/components/beside';
import { AccountForm } from '@/features/signup/components/account-form';
import { GoodToKnow } from '@/features/signup/components/good-to-know';
import { STEPS } from '@/features/signup/model/steps';
import { PageTitle } from '@/ui/page-title/page-title';
import { Steps } from '@/ui/steps/steps';
import { paths } from '@/lib/paths';
import styles from './signup.module.css';

export { introduce as load } from '../introduce';

/** /members/{id}/signup: the signup of somebody who came for a person (spec 2.6). */
export function Component() {
  const { t } = useTranslation('signup');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const person = useIntroduction(id);
  const enter = () => void navigate(paths.signupMatches.to(person ? id : undefined));
  return (
    <main id="main" className={`wrap ${styles.flow}`}>
      <Steps names={STEPS.map((one) => t(`step.${one}`))} current={0} />
      <div className="stack">
        <PageTitle>{t('account.title')}</PageTitle>
        <p className="lead">{t('account.lead')}</p>
        <AccountForm onDone={enter} />
      </div>
      {person ? <Beside person={person} /> : <GoodToKnow />}
    </main>
  );
}
