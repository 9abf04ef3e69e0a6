import { useQuery } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import { useId, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMember } from '@/api/session';
import { useCost } from '@/i18n/cost';
import { useFormat } from '@/i18n/format';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Button } from '@/ui/button/button';
import { Modal, ModalAnswers } from '@/ui/modal/modal';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { TextArea } from '@/ui/text-area/text-area';
import { NoCredits } from '../../components/refusal';
import type { Pair } from '../../model/kept';
import type { GiftOffer } from '../../model/messages';
import { NOTE_LENGTH } from '../../model/writing';
import { giftsQuery } from '../api/gifts';
import { useGiftChoice } from '../hooks/use-gift-choice';
import styles from './gift-picker.module.css';

interface GiftPickerProps {
  name: string;
  pair: Pair;
  onSend: (gift: GiftOffer, note: string) => void;
  onClose: () => void;
}

/** The gifts with their prices, a note, and the price once more on the button that sends. */
export default function GiftPicker({ name, onClose, ...props }: GiftPickerProps) {
  const { t } = useTranslation(['chats', 'common']);
  const { data: gifts, error, refetch } = useQuery(giftsQuery);
  return (
    <Modal title={t('chats:gift.title', { name })} isOpen onClose={onClose}>
      {gifts ? (
        <Choice gifts={gifts} {...props} />
      ) : error ? (
        <ProblemAlert
          lead={t('chats:gift.failed')}
          error={error}
          action={<Button onPress={() => void refetch()}>{t('common:tryAgain')}</Button>}
        />
      ) : (
        <Skeleton shape="block" />
      )}
    </Modal>
  );
}

interface ChoiceProps {
  gifts: readonly GiftOffer[];
  pair: Pair;
  onSend: (gift: GiftOffer, note: string) => void;
}

function Choice({ gifts, pair, onSend }: ChoiceProps) {
  const { t } = useTranslation('chats');
  const { credits } = useMember();
  const cost = useCost();
  const [{ key, note }, change] = useGiftChoice(pair);
  const hintId = useId();
  const chosen = gifts.find((gift) => gift.key === key);
  const isPoor = chosen !== undefined && credits < chosen.price.credits;
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!chosen || isPoor) return;
    change({ key: '', note: '' });
    onSend(chosen, note.trim());
  };
  return (
    <form className={styles.form} onSubmit={send}>
      <Gifts gifts={gifts} chosen={key} onChoose={(gift) => change({ key: gift })} />
      <TextArea
        label={t('gift.note')}
        rows={2}
        maxLength={NOTE_LENGTH}
        value={note}
        onChange={(text) => change({ note: text })}
      />
      {isPoor && <NoCredits cost={chosen.price} of="gift" />}
      <ModalAnswers>
        <Button
          type="submit"
          variant="primary"
          size="large"
          wide
          icon={Gift}
          price={chosen && cost(chosen.price)}
          isDisabled={!chosen || isPoor}
          aria-describedby={hintId}
        >
          {t('gift.send')}
        </Button>
        <p id={hintId} className={`meta ${styles.hint}`}>
          {!chosen && t('gift.first')}
        </p>
      </ModalAnswers>
    </form>
  );
}

interface GiftsProps {
  gifts: readonly GiftOffer[];
  chosen: string;
  onChoose: (key: string) => void;
}

/** The browser's own radios: the arrow keys walk through the gifts, and Tab leaves them. */
function Gifts({ gifts, chosen, onChoose }: GiftsProps) {
  const { t } = useTranslation(['chats', 'common']);
  const format = useFormat();
  const group = useId();
  return (
    <fieldset className={styles.gifts}>
      <legend className="visually-hidden">{t('chats:gift.choose')}</legend>
      {gifts.map(({ key, name, image, price }) => (
        <label key={key} className={styles.gift} data-chosen={key === chosen || undefined}>
          <input type="radio" name={group} value={key} checked={key === chosen} onChange={() => onChoose(key)} />
          <img src={image} alt="" width={96} height={104} />
          <b>{name}</b> <span className={styles.price}>{t('common:cost.credits', { count: price.credits })}</span>{' '}
          {price.money && <span className={styles.price}>{format.money(price.money)}</span>}
        </label>
      ))}
    </fieldset>
  );
}
