import { GalleryHorizontalEnd } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMember } from '@/api/session';
import { paths } from '@/lib/paths';
import { usePerson } from '@/shared/person/person';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { ButtonLink } from '@/ui/link/link';
import { LoadMore } from '@/ui/load-more/load-more';
import { PageTitle } from '@/ui/page-title/page-title';
import { FIRST_PEOPLE, PersonCard } from '@/ui/person-card/person-card';
import { SegmentedLinks } from '@/ui/segmented/segmented';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { PAGE_SIZE, useLikes, type LikedCard } from '../api/likes';
import { LIKE_LISTS, type LikeList } from '../model/lists';
import { NoLikes } from './no-likes';
import styles from './likes-page.module.css';

/** Likes received, sent and answered; every list shows its length (spec 2.15, 3.10). */
export function LikesPage({ type }: { type: LikeList }) {
  const { t } = useTranslation('likes');
  const { data, isPlaceholderData, ...list } = useLikes(type);
  const isLoading = !data || isPlaceholderData;
  const people = isLoading ? [] : data.pages.flatMap(({ profiles }) => profiles);
  // As many as were new when the page opened: who likes meanwhile moves nothing under one's eyes.
  const [freshCount] = useState(useMember().new_likes);
  const totals = data?.pages.at(-1)?.totals;
  const total = totals?.[type] ?? 0;
  const tab = (one: LikeList) => {
    const count = totals?.[one];
    return { to: paths.likes.to(one), text: count ? t('tab', { name: t(`lists.${one}`), count }) : t(`lists.${one}`) };
  };
  return (
    <div className={`wrap ${styles.likes}`}>
      <div className={styles.head}>
        <div className="row between">
          <PageTitle>{freshCount > 0 ? t('titleNew', { count: freshCount }) : t('title')}</PageTitle>
          <ButtonLink to={paths.swipeGame.to()} icon={GalleryHorizontalEnd}>
            {t('play')}
          </ButtonLink>
        </div>
        <div className={totals ? undefined : styles.coming}>
          <SegmentedLinks label={t('kinds')} links={LIKE_LISTS.map(tab)} />
        </div>
      </div>
      <h2 className="visually-hidden">{t(`lists.${type}`)}</h2>
      {isLoading && <Skeleton shape="card" count={8} />}
      {!isLoading && people.length === 0 && <NoLikes type={type} />}
      {people.length > 0 && (
        <>
          <ul className="grid-people">
            {people.map((card, index) => (
              <Person
                key={card.id}
                card={card}
                isNewLike={type === 'received' && card.like_new}
                isFirst={index < FIRST_PEOPLE}
              />
            ))}
          </ul>
          {list.isFetchNextPageError && <ProblemAlert lead={t('failed')} error={list.error} />}
          {total > PAGE_SIZE && <LoadMore list={list} shown={people.length} total={total} pageSize={PAGE_SIZE} />}
          {type === 'received' && <p className="meta measure">{t('promise')}</p>}
        </>
      )}
    </div>
  );
}

/** Here "new" marks the like, which goes before everything but fiction. */
function Person({ card, isNewLike, isFirst }: { card: LikedCard; isNewLike: boolean; isFirst: boolean }) {
  const person = usePerson(card);
  return (
    <li>
      <PersonCard
        {...person}
        href={paths.likedMember.to(card.id)}
        isNew={isNewLike}
        isFirst={isFirst}
        isOnline={card.is_online && !isNewLike}
      />
    </li>
  );
}
