import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMember } from '@/api/session';
import { useCost } from '@/i18n/cost';
import { photoProblem } from '@/lib/photo-file';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { Modal, ModalAnswers } from '@/ui/modal/modal';
import { TextArea } from '@/ui/text-area/text-area';
import type { Head } from '../api/convo-calls';
import { NOTE_LENGTH } from '../model/writing';
import styles from './photo-dialog.module.css';
import { NoCredits } from './refusal';

interface PhotoDialogProps {
  head: Head;
  file: File;
  /** The file's address on this page. */
  src: string;
  note: string;
  onSend: (note: string) => void;
  /** Opens the chooser once more. */
  onChoose: () => void;
  onClose: () => void;
}

/** The photo that was chosen, a few words with it, and what sending it costs. */
export default function PhotoDialog({ head, file, src, note: kept, onSend, onChoose, onClose }: PhotoDialogProps) {
  const { t } = useTranslation('chats');
  const { credits } = useMember();
  const price = useCost();
  const [note, setNote] = useState(kept);
  const { name } = head.profile;
  const { photo_cost: cost } = head;
  const problem = photoProblem(file);
  const isPoor = credits < cost.credits;
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!problem && !isPoor) onSend(note.trim());
  };
  return (
    <Modal title={t('photo.title', { name })} isOpen onClose={onClose}>
      <form className={styles.form} onSubmit={send}>
        {problem ? (
          <Alert tone="danger" lead={t(`photo.problem.${problem}`)} live />
        ) : (
          <>
            <Preview key={src} file={file} src={src} />
            <TextArea label={t('photo.note')} rows={2} maxLength={NOTE_LENGTH} value={note} onChange={setNote} />
          </>
        )}
        {isPoor && <NoCredits cost={cost} of="photo" />}
        <ModalAnswers>
          <Button
            type="submit"
            variant="primary"
            size="large"
            wide
            price={cost.credits > 0 ? price(cost) : t('free')}
            isDisabled={isPoor || problem !== undefined}
          >
            {t('photo.send')}
          </Button>
          <Button size="large" wide onPress={onChoose}>
            {t('photo.another')}
          </Button>
        </ModalAnswers>
      </form>
    </Modal>
  );
}

/** The picture as it will be seen; some browsers cannot show what the server can read. */
function Preview({ file, src }: { file: File; src: string }) {
  const { t } = useTranslation('chats');
  const [isShown, setShown] = useState(true);
  if (!isShown) return <Alert lead={file.name}>{t('photo.noPreview')}</Alert>;
  return (
    <div className={styles.preview}>
      <img src={src} alt={t('photo.chosen', { name: file.name })} onError={() => setShown(false)} />
    </div>
  );
}
