import { Button } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useRecordList } from '@/kit/records';
import { BlurredPhoto, type Picture } from '@/kit/blurred-photo';
import { Key } from '@/kit/keys';
import { useHeldKey, useKeys, useKeysAreOn } from '@/kit/use-keys';
import type { ReviewPhoto } from './api';

const OTHERS = { page: 1, perPage: 6 };
const NEWEST = { field: 'created_at', order: 'DESC' } as const;

interface PhotoViewProps {
  photo: ReviewPhoto;
  memberId: string;
}

/** A photo, blurred until somebody wants to see it; beside it the others of the member, which stay so. */
export function PhotoView({ photo, memberId }: PhotoViewProps) {
  const translate = useTranslate();
  const [isShown, setShown] = useState(false);
  const [isLarge, setLarge] = useState(false);
  const [isGrey, setGrey] = useState(false);
  const isHeld = useHeldKey(' ');
  const isSharp = isShown !== isHeld;
  const switches = [
    ['s', isShown ? 'blur' : 'show', isShown, () => setShown((before) => !before)],
    ['z', 'zoom', isLarge, () => setLarge((before) => !before)],
    ['g', 'grey', isGrey, () => setGrey((before) => !before)],
  ] as const;
  useKeys(Object.fromEntries(switches.map(([key, , , act]) => [key, act])));

  return (
    <div className="shots">
      <figure>
        <div className="shot" data-large={isLarge} data-grey={isGrey}>
          <img
            src={isSharp ? photo.full : photo.blurred}
            alt={translate(isSharp ? 'pages.review.photo.alt' : 'pages.review.photo.blurred')}
          />
        </div>
        <figcaption>
          {switches.map(([key, word, isOn, act]) => (
            <Button key={key} size="small" aria-pressed={isOn} aria-keyshortcuts={key.toUpperCase()} onClick={act}>
              <span>{translate(`pages.review.photo.${word}`)}</span>
              <Key name={key} />
            </Button>
          ))}
          <HoldHint />
        </figcaption>
      </figure>
      <OtherPhotos memberId={memberId} photoId={photo.id} />
    </div>
  );
}

/** The photos of a profile, as somebody reported it or as it was looked at, each blurred until it is pressed. */
export function ProfilePhotos({
  photos,
  caption,
}: {
  photos: readonly ReviewPhoto[];
  caption: 'reported' | 'looked_at';
}) {
  const translate = useTranslate();
  if (photos.length === 0) return null;
  return (
    <figure className="others">
      <div>
        {photos.map((photo, place) => (
          <NumberedPhoto key={photo.id} photo={photo} number={place + 1} />
        ))}
      </div>
      <figcaption className="note">{translate(`pages.review.photo.${caption}`)}</figcaption>
    </figure>
  );
}

/** A photo by its number, blurred until it is pressed. */
export function NumberedPhoto({ photo, number }: { photo: Picture; number: number }) {
  const translate = useTranslate();
  return (
    <BlurredPhoto
      photo={photo}
      name={translate('pages.review.photo.sharp', { number })}
      blurred={translate('pages.review.photo.other', { number })}
    />
  );
}

function HoldHint() {
  const translate = useTranslate();
  const [areOn] = useKeysAreOn();
  return areOn ? (
    <span className="note">
      <Key name="Space" /> {translate('pages.review.photo.hold')}
    </span>
  ) : null;
}

function OtherPhotos({ memberId, photoId }: { memberId: string; photoId: string }) {
  const translate = useTranslate();
  const filter = { member_id: memberId, status: 'active' };
  const { data = [] } = useRecordList('profiles.photos', {
    pagination: OTHERS,
    sort: NEWEST,
    filter,
  });
  const others = data.filter(({ id, blurred }) => id !== photoId && blurred);
  if (others.length === 0) return null;
  return (
    <figure className="others">
      <div>
        {others.map(({ id, blurred }, place) => (
          <img key={id} src={blurred ?? ''} alt={translate('pages.review.photo.other', { number: place + 1 })} />
        ))}
      </div>
      <figcaption className="note">{translate('pages.review.photo.others')}</figcaption>
    </figure>
  );
}
