import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { useFormat } from '@/i18n/format';
import { ABOUT_FICTIONAL } from '@/lib/fictional';
import { isolated } from '@/lib/isolated';
import { paths } from '@/lib/paths';
import { interestIcon } from '@/shared/interests/interest-icon';
import { Alert } from '@/ui/alert/alert';
import { Chip, Chips } from '@/ui/chips/chips';
import { Label } from '@/ui/label/label';
import { ButtonLink, Link } from '@/ui/link/link';
import type { DeckCard } from '../api/deck';
import { SwipeCard } from './swipe-card';

/** How many shared interests stand under a name. */
const SHOWN = 2;

/** Somebody in the deck; the card on top can be opened and leads to the profile. */
export function DeckFace({ card, isTop }: { card: DeckCard; isTop: boolean }) {
  const { t } = useTranslation('swipe');
  const { t: common } = useTranslation();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { id, name, age, photo, interests } = card;
  const place = card.city ? isolated(card.city) : card.country ? format.country(card.country) : '';
  const shared = interests.filter((one) => one.shared).map((one) => one.name);
  const isPerson = card.kind !== 'fictional';
  // Staff like nothing for a fictional profile.
  const both = isPerson && shared.length > 0 ? t('both', { interests: format.list(shared.slice(0, SHOWN)) }) : '';
  const from = isPerson ? place : common('person.byStaff');
  return (
    <SwipeCard
      picture={photo?.match ?? null}
      alt={common('person.portrait', { name })}
      meta={[from, both].filter(Boolean).join(' · ')}
      fictional={card.fictional_label ?? undefined}
      mark={
        (card.is_online && <Label tone="online">{common('person.online')}</Label>) ||
        (card.is_new && <Label tone="new">{common('person.new')}</Label>)
      }
      heading={
        <Link to={paths.member.to(id)} draggable={false}>
          <bdi>{name}</bdi>,&nbsp;{age}
        </Link>
      }
      details={
        isTop
          ? {
              label: t('details.more', { name }),
              isOpen,
              onToggle: () => setOpen(!isOpen),
              content: <Details card={card} />,
            }
          : undefined
      }
    />
  );
}

/** What somebody says of themselves, and the way to the rest. */
function Details({ card: { id, fictional_label: fictional, headline, about, interests } }: { card: DeckCard }) {
  const { t } = useTranslation('swipe');
  const { fictional_warning: warning } = useSettings();
  return (
    <>
      {fictional && (
        <Alert tone="fiction" lead={warning}>
          <Link to={ABOUT_FICTIONAL}>{t('fictionalMeans', { label: fictional })}</Link>
        </Alert>
      )}
      {headline && (
        <p>
          <b dir="auto">{headline}</b>
        </p>
      )}
      {about && <p dir="auto">{about}</p>}
      {!headline && !about && interests.length === 0 && <p className="muted">{t('details.nothing')}</p>}
      {interests.length > 0 && (
        <Chips label={t('details.interests')}>
          {interests.map(({ key, name, shared }) => (
            <Chip key={key} icon={interestIcon(key)} shared={shared}>
              {name}
            </Chip>
          ))}
        </Chips>
      )}
      <ButtonLink to={paths.member.to(id)}>{t('details.profile')}</ButtonLink>
    </>
  );
}
