import { useEffect, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMember } from '@/api/session';
import { useCost } from '@/i18n/cost';
import type { PhotoProblem } from '@/lib/photo-file';
import { preparePhoto } from '@/lib/photo-preparing';
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
  note: string;
  /** Takes the note and the photo as it is sent. */
  onSend: (note: string, photo: File) => void;
  /** Opens the chooser once more. */
  onChoose: () => void;
  onClose: () => void;
}

/** The photo that was chosen, a few words with it, and what sending it costs. */
export default function PhotoDialog({ head, file, note: kept, onSend, onChoose, onClose }: PhotoDialogProps) {
  const { t } = useTranslation('chats');
  const { credits } = useMember();
  const price = useCost();
  const [note, setNote] = useState(kept);
  const { name } = head.profile;
  const { photo_cost: cost } = head;
  const { photo, src, problem } = usePrepared(file) ?? {};
  const isPoor = credits < cost.credits;
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    if (photo && !isPoor) onSend(note.trim(), photo);
  };
  return (
    <Modal title={t('photo.title', { name })} isOpen onClose={onClose}>
      <form className={styles.form} onSubmit={send}>
        {problem ? (
          <Alert tone="danger" lead={t(`photo.problem.${problem}`)} live />
        ) : (
          <>
            <Preview key={src} name={file.name} src={src} />
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
            isDisabled={isPoor || !photo}
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

/** A file that was chosen, and what is sent of it with its address on this page, or why it cannot be sent. */
interface Prepared {
  of: File;
  photo?: File;
  src?: string;
  problem?: PhotoProblem;
}

/** What became of a chosen file; undefined while it is prepared. */
function usePrepared(file: File): Prepared | undefined {
  const [prepared, setPrepared] = useState<Prepared>();
  useEffect(() => {
    const stop = new AbortController();
    let src: string | undefined;
    const prepare = async () => {
      const photo = await preparePhoto(file, stop.signal);
      if (stop.signal.aborted) return;
      if (typeof photo === 'string') {
        setPrepared({ of: file, problem: photo });
      } else {
        src = URL.createObjectURL(photo);
        setPrepared({ of: file, photo, src });
      }
    };
    prepare().catch(() => undefined);
    return () => {
      stop.abort();
      if (src) URL.revokeObjectURL(src);
    };
  }, [file]);
  return prepared?.of === file ? prepared : undefined;
}

/** The picture as it will be seen; some browsers cannot show what the server can read. */
function Preview({ name, src }: { name: string; src: string | undefined }) {
  const { t } = useTranslation('chats');
  const [isShown, setShown] = useState(true);
  if (!isShown) return <Alert lead={name}>{t('photo.noPreview')}</Alert>;
  return (
    <div className={styles.preview}>
      {src ? (
        <img src={src} alt={t('photo.chosen', { name })} onError={() => setShown(false)} />
      ) : (
        <p role="status">{t('photo.preparing')}</p>
      )}
    </div>
  );
}
