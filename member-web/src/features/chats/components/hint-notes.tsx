import { useTranslation } from 'react-i18next';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import type { Message } from '../model/messages';
import styles from './message-log.module.css';

interface HintNotesProps {
  hints: Message['hints'];
  onReport: (() => void) | undefined;
  onDismiss: () => void;
}

/** What in the message above is known from frauds, and why; only its recipient sees it (promise 7). */
export function HintNotes({ hints, onReport, onDismiss }: HintNotesProps) {
  const { t } = useTranslation('chats');
  return (
    <div className={styles.hints}>
      <Alert
        tone="safety"
        lead={t(`hint.${hints[0] ?? 'elsewhere'}.lead`)}
        onDismiss={onDismiss}
        action={
          onReport && (
            <Button variant="quiet" onPress={onReport}>
              {t('report.message')}
            </Button>
          )
        }
      >
        {hints.map((hint) => t(`hint.${hint}.text`)).join(' ')} {t('hint.onlyYou')}
      </Alert>
    </div>
  );
}
