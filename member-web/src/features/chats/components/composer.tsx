import { Gift, Image as Picture, SendHorizontal } from 'lucide-react';
import { useId, type KeyboardEvent, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMember, useSettings } from '@/api/session';
import { useCost } from '@/i18n/cost';
import { useFormat } from '@/i18n/format';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { IconButton } from '@/ui/icon-button/icon-button';
import type { Head } from '../api/convo-calls';
import { useGrowing } from '../hooks/use-growing';
import { charactersLeft, isComposing, messagesLeft } from '../model/writing';
import styles from './composer.module.css';
import { NoCredits } from './refusal';

interface ComposerProps {
  head: Head;
  text: string;
  onChange: (text: string) => void;
  onSend: (body: string) => void;
  onGift: () => void;
  onPhoto: () => void;
  /** The member pressed a key that writes. */
  onTyping: () => void;
}

/** Where one writes: what is left and what was spent, the text, and the price on the button. */
export function Composer({ head, text, onChange, onSend, onGift, onPhoto, onTyping }: ComposerProps) {
  const { t } = useTranslation(['chats', 'common']);
  const { name } = head.profile;
  const { credits } = useMember();
  const cost = useCost();
  const area = useGrowing();
  const countId = useId();
  const left = charactersLeft(text, useSettings().message_length);
  const isTooLong = left !== undefined && left < 0;
  const isPoor = credits < head.cost.credits;
  const price = head.cost.credits > 0 ? cost(head.cost) : t('chats:free');
  if (head.blocked_reason) return <CannotWrite reason={head.blocked_reason} name={name} />;
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    area.current?.focus();
    if (!text.trim() || isTooLong || isPoor) return;
    onSend(text.trim());
    onChange('');
  };
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !isComposing(event.nativeEvent) && hasKeyboard()) send(event);
  };
  return (
    <form className={styles.composer} onSubmit={send}>
      {isPoor && <NoCredits cost={head.cost} />}
      <Balance head={head} />
      <div className={styles.line}>
        <IconButton icon={Gift} label={t('chats:gift.title', { name })} aria-haspopup="dialog" onPress={onGift} />
        <IconButton icon={Picture} label={t('chats:photo.title', { name })} aria-haspopup="dialog" onPress={onPhoto} />
        <textarea
          ref={area}
          className={styles.text}
          aria-label={t('chats:write', { name })}
          placeholder={t('chats:write', { name })}
          aria-describedby={countId}
          aria-invalid={isTooLong}
          rows={1}
          value={text}
          onChange={(event) => {
            onChange(event.target.value);
            if (event.target.value.trim()) onTyping();
          }}
          onKeyDown={sendByKey}
        />
        <Button type="submit" variant="primary" icon={SendHorizontal} price={price} isDisabled={isPoor || isTooLong}>
          {t('chats:send')}
        </Button>
      </div>
      <p id={countId} className={styles.count} data-over={isTooLong || undefined}>
        {left !== undefined &&
          (isTooLong ? t('chats:tooLong', { count: -left }) : t('common:charactersLeft', { count: left }))}
      </p>
    </form>
  );
}

/** A key that sends stands beside one that breaks the line only on a real keyboard. */
const hasKeyboard = () => !window.matchMedia('(pointer: coarse)').matches;

function Balance({ head: { cost: price, spent } }: { head: Head }) {
  const { t } = useTranslation(['chats', 'common']);
  const { credits } = useMember();
  const format = useFormat();
  const count = messagesLeft(credits, price.credits);
  const words = t('common:cost.credits', { count: credits });
  const paid = spent.money ? format.money(spent.money) : t('common:cost.credits', { count: spent.credits });
  return (
    <p className={styles.balance}>
      <span>
        {t('chats:balance', { credits: words })}
        {count !== undefined && <span className={styles.roomy}>{t('chats:balanceMessages', { count })}</span>}
      </span>
      <span>{t('chats:spent', { amount: paid })}</span>
    </p>
  );
}

function CannotWrite({ reason, name }: { reason: 'not-confirmed' | 'other-gone'; name: string }) {
  const { t } = useTranslation('chats');
  return (
    <div className={styles.composer}>
      <Alert lead={t(`cannot.${reason}.lead`, { name })}>{t(`cannot.${reason}.text`, { name })}</Alert>
    </div>
  );
}
