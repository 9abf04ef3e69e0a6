import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Card } from '@/api/types';
import { useSettings } from '@/api/session';
import { announce } from '@/lib/announcer';
import { paths } from '@/lib/paths';
import { Label } from '@/ui/label/label';
import { Link } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { isolated } from '@/lib/isolated';
import { useVisitorDeck } from '../api/visitor-deck';
import { keepLike } from '../api/kept-likes';
import type { SwipeKind } from '../model/deck';
import { NO_CHOICES, cardsLeft, choose, countLikes, takeBack } from '../model/visitor-choices';
import { EXAMPLES } from '../model/examples';
import { CardTable } from './card-table';
import { JoinPanel } from './join-panel';
import { SwipeCard } from './swipe-card';
import styles from './swipe-page.module.css';

/** A card for visitors: a member, or a drawing where the site keeps its members to itself. */
interface DoorCard {
  id: string;
  member?: Card;
  example?: (typeof EXAMPLES)[number];
}

interface SwipeLanderProps {
  /** The site's own words at this address. */
  own: { headline: string; lead: string; button: string } | null;
}

/** Some cards to decide about, then the way in; who is liked here is liked for real after the signup (spec 2.28). */
export function SwipeLander({ own }: SwipeLanderProps) {
  const { t } = useTranslation('tinderswipe');
  const people = useVisitorDeck();
  const { name } = useSettings();
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.intro}>
        <PageTitle>{own?.headline ?? t('title')}</PageTitle>
        <p className="lead">{own?.lead ?? t('lead', { name })}</p>
      </div>
      {people ? (
        <Cards
          cards={people.length > 0 ? people.map((member) => ({ id: member.id, member })) : drawings()}
          button={own?.button}
        />
      ) : (
        <div className={styles.waiting}>
          <Skeleton shape="card" />
        </div>
      )}
      <aside className={`stack ${styles.aside}`}>
        <p className="meta">{t('free')}</p>
        <p>
          {t('member')} <Link to={paths.login.to()}>{t('login')}</Link>
        </p>
      </aside>
    </div>
  );
}

const drawings = (): DoorCard[] => EXAMPLES.map((example) => ({ id: example.id, example }));

function Cards({ cards, button }: { cards: readonly DoorCard[]; button: string | undefined }) {
  const { t } = useTranslation('swipe');
  const { server_now: now } = useSettings();
  const [choices, setChoices] = useState(NO_CHOICES);
  const [last, setLast] = useState<{ card: DoorCard; kind: SwipeKind } | null>(null);
  const left = cardsLeft(cards, choices);
  const decide = (card: DoorCard, kind: SwipeKind) => {
    setChoices(choose(choices, card.id, kind));
    setLast({ card, kind });
    if (card.member && kind === 'like') keepLike(card.id, true, now);
    if (card.member) announce(t(kind === 'like' ? 'said.liked' : 'said.passed', { name: card.member.name }));
  };
  const undo = () => {
    if (last?.card.member) keepLike(last.card.id, false, now);
    setChoices(takeBack(choices));
    setLast(null);
  };
  const isReal = cards.some(({ member }) => member);
  return (
    <CardTable
      cards={left}
      face={drawFace}
      canLike
      last={last}
      over={left.length === 0 && <JoinPanel likes={isReal ? countLikes(choices) : 0} isReal={isReal} button={button} />}
      onDecide={decide}
      onUndo={undo}
    />
  );
}

const drawFace = ({ member, example }: DoorCard) =>
  member ? <MemberFace member={member} /> : example && <Drawing {...example} />;

function MemberFace({ member }: { member: Card }) {
  const { t } = useTranslation();
  const { name, age, photo, city } = member;
  return (
    <SwipeCard
      picture={photo?.match ?? null}
      alt={t('person.portrait', { name })}
      meta={city ? isolated(city) : ''}
      fictional={member.fictional_label ?? undefined}
      heading={
        <>
          <bdi>{name}</bdi>,&nbsp;{age}
        </>
      }
      mark={member.is_online && <Label tone="online">{t('person.online')}</Label>}
    />
  );
}

function Drawing({ number, picture }: (typeof EXAMPLES)[number]) {
  const { t } = useTranslation('tinderswipe');
  return (
    <SwipeCard
      picture={picture}
      alt={t('example.alt')}
      meta={t('example.text')}
      heading={t('example.name', { number })}
      mark={<Label icon={Pencil}>{t('example.mark')}</Label>}
    />
  );
}
