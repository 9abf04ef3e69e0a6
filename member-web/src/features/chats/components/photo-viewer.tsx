import { useTranslation } from 'react-i18next';
import { Lightbox } from '@/ui/lightbox/lightbox';
import type { Message } from '../model/messages';

interface PhotoViewerProps {
  messages: readonly Message[];
  /** The message whose photo shows. */
  seq: number;
  name: string;
  onMove: (seq: number) => void;
  onClose: () => void;
}

/** The photos of a conversation in full, one at a time. */
export default function PhotoViewer({ messages, seq, name, onMove, onClose }: PhotoViewerProps) {
  const { t } = useTranslation('chats');
  const shown = messages.filter(({ photo }) => photo?.full);
  const pictures = shown.map(({ id, photo, body, is_mine: isMine }) => {
    const label = t(isMine ? 'photo.for' : 'photo.from', { name });
    return { id, src: photo?.full ?? '', alt: [label, body].filter(Boolean).join(': ') };
  });
  const index = shown.findIndex((message) => message.seq === seq);
  if (index < 0) return null;
  return (
    <Lightbox
      label={t('photo.viewer', { name })}
      pictures={pictures}
      index={index}
      onMove={(to) => onMove(shown[to]?.seq ?? seq)}
      onClose={onClose}
    />
  );
}
