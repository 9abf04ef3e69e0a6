import { Clock3 } from 'lucide-react';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '@/ui/button/button';
import { Icon } from '@/ui/icon/icon';
import { Select } from '@/ui/select/select';
import { paths } from '@/lib/paths';
import styles from './first-step.module.css';

interface FirstStepProps {
  button: string;
  /** Further answers for the signup's address. */
  answers?: Record<string, string>;
  /** How many of the questions are answered. */
  onAnswer?: (answered: number) => void;
  children?: ReactNode;
}

/** The first two answers of the signup, taken along to it; both may stay open. */
export function FirstStep({ button, answers, onAnswer, children }: FirstStepProps) {
  const { t } = useTranslation('landers');
  const navigate = useNavigate();
  const [wish, setWish] = useState({ gender: '', seeking: '' });
  const change = (changes: Partial<typeof wish>) => {
    const next = { ...wish, ...changes };
    setWish(next);
    onAnswer?.(Object.values(next).filter(Boolean).length);
  };
  const start = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const query = new URLSearchParams(Object.entries({ ...wish, ...answers }).filter(([, value]) => value));
    void navigate(`${paths.signup.to()}?${query.toString()}`);
  };
  return (
    <form className={styles.form} onSubmit={start}>
      {children}
      <div className={styles.questions}>
        <Select
          label={t('first.iAm')}
          emptyText={t('first.choose')}
          choices={(['woman', 'man'] as const).map((value) => ({ value, text: t(`first.am.${value}`) }))}
          value={wish.gender}
          onChange={(gender) => change({ gender })}
        />
        <Select
          label={t('first.lookingFor')}
          emptyText={t('first.choose')}
          choices={(['man', 'woman', 'anyone'] as const).map((value) => ({ value, text: t(`first.meet.${value}`) }))}
          value={wish.seeking}
          onChange={(seeking) => change({ seeking })}
        />
      </div>
      <Button type="submit" variant="primary" size="large" wide>
        {button}
      </Button>
      <p className={`meta ${styles.minutes}`}>
        <Icon of={Clock3} />
        {t('minutes')}
      </p>
    </form>
  );
}
