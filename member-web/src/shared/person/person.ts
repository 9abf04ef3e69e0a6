import { useTranslation } from 'react-i18next';
import { useUser } from '@/api/session';
import type { Card } from '@/api/types';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { useLike } from '../like/like';
import { askToJoin } from '../visitor/signup-call';

/** What a PersonCard shows for somebody in a list, with a heart that works; a visitor's asks to join (spec 6.3). */
export function usePerson(card: Card) {
  const { t } = useTranslation();
  const format = useFormat();
  const user = useUser();
  const { isLiked, setLiked } = useLike(card);
  const place = card.city ?? (card.country ? format.country(card.country) : '');
  return {
    name: card.name,
    age: card.age,
    place: card.kind === 'fictional' ? t('person.byStaff') : place,
    href: paths.member.to(card.id),
    picture: card.photo?.card ?? null,
    locked: card.photo?.is_locked ? t(user ? 'person.opensWithBundle' : 'person.opensForMembers') : undefined,
    fictional: card.fictional_label ?? undefined,
    isOnline: card.is_online,
    isNew: card.is_new,
    liked: isLiked,
    onLike: user ? setLiked : () => askToJoin({ wish: 'like', person: card }),
  };
}
