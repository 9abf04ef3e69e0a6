import { useTranslation } from 'react-i18next';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { PageTitle } from '@/ui/page-title/page-title';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { useDeck } from '../api/deck';
import { EmptyDeck } from './empty-deck';
import { KeyHelp } from './key-help';
import { LikesLeft } from './likes-left';
import { SwipeGame } from './swipe-game';
import styles from './swipe-page.module.css';

/** The swipe game: one person at a time, four likes a day (spec 2.24, 9.2). */
export function SwipePage() {
  const { t } = useTranslation('swipe');
  const game = useDeck();
  const { deck } = game;
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.intro}>
        <PageTitle>{t('title')}</PageTitle>
        <p className={`lead ${styles.lead}`}>{t('lead')}</p>
        {deck && <LikesLeft left={deck.likesLeft} total={deck.likesADay} />}
      </div>
      <Table game={game} />
      <KeyHelp name={deck?.hand[0]?.name} />
    </div>
  );
}

function Table({ game }: { game: ReturnType<typeof useDeck> }) {
  const { t } = useTranslation('swipe');
  const { deck, isFetching, isError, retry } = game;
  if (deck && (deck.hand.length > 0 || (deck.isLast && !isFetching))) {
    return deck.hand.length > 0 || deck.last ? <SwipeGame deck={deck} game={game} /> : <EmptyDeck />;
  }
  if (isError && !isFetching) {
    return (
      <Alert tone="danger" lead={t('failed.deck')} live action={<Button onPress={retry}>{t('failed.again')}</Button>}>
        {t('failed.safe')}
      </Alert>
    );
  }
  return (
    <div className={styles.waiting}>
      <Skeleton shape="card" />
    </div>
  );
}
