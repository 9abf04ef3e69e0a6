import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Button } from '@/ui/button/button';
import { Icon } from '@/ui/icon/icon';
import type { Saving } from '../api/saving';
import styles from './settings.module.css';

/** A panel's title with a quiet "saved" beside it. */
export function PanelTitle({ id, children, saving }: { id: string; children: string; saving?: Saving }) {
  const { t } = useTranslation('settings');
  const isSaved = saving?.isSaved === true && !saving.isPending;
  return (
    <div className={styles.title}>
      <h2 id={id}>{children}</h2>
      {saving && (
        <span role="status" className={styles.saved}>
          {isSaved && (
            <>
              <Icon of={Check} />
              {t('saved')}
            </>
          )}
        </span>
      )}
    </div>
  );
}

/** What could not be saved: the choice stays, and can be sent again. */
export function NotSaved({ saving: { error, isPending, retry } }: { saving: Saving }) {
  const { t } = useTranslation('settings');
  return (
    <ProblemAlert
      lead={t('notSaved')}
      error={error}
      action={
        <Button isPending={isPending} onPress={retry}>
          {t('again')}
        </Button>
      }
    />
  );
}
