import { Drama, Flag, Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useUser } from '@/api/session';
import { paths } from '@/lib/paths';
import { askToJoin } from '@/shared/visitor/signup-call';
import { Button } from '@/ui/button/button';
import { IconButton } from '@/ui/icon-button/icon-button';
import { Label } from '@/ui/label/label';
import { Lightbox } from '@/ui/lightbox/lightbox';
import { ButtonLink } from '@/ui/link/link';
import type { MemberProfile, Photo } from '../api/member';

interface PhotoLightboxProps {
  profile: MemberProfile;
  /** Zero-based position of the photo that shows. */
  index: number;
  onMove: (index: number) => void;
  /** Left out where there is nobody to report, or nobody who may. */
  onReport: ((photo: Photo) => void) | undefined;
  onClose: () => void;
}

/** Somebody's photos in full; a blurred one says how it opens. */
export default function PhotoLightbox({ profile, index, onMove, onReport, onClose }: PhotoLightboxProps) {
  const { t } = useTranslation('member-profile');
  const user = useUser();
  const { name, photos, fictional_label: fictional } = profile;
  const total = photos.length;
  const askForPhotos = () => {
    onClose();
    askToJoin({ wish: 'photos', person: { id: profile.id, name } });
  };
  const photo = photos[index];
  const isLocked = photo?.is_locked ?? false;
  return (
    <Lightbox
      label={t('photos.title', { name })}
      index={index}
      onMove={onMove}
      onClose={onClose}
      pictures={photos.map(({ id, full, is_locked: locked }, position) => ({
        id,
        src: full,
        alt: t(locked ? 'photos.altLocked' : 'photos.alt', { name, number: position + 1, total }),
      }))}
      mark={
        fictional && (
          <Label icon={Drama} tone="fiction">
            {fictional}
          </Label>
        )
      }
      action={
        onReport &&
        photo && <IconButton icon={Flag} label={t('reportPhoto')} look="raised" onPress={() => onReport(photo)} />
      }
      overlay={
        isLocked &&
        (user ? (
          <ButtonLink to={paths.premium.to()} icon={Lock}>
            {t('photos.opens')}
          </ButtonLink>
        ) : (
          <Button icon={Lock} onPress={askForPhotos}>
            {t('photos.opensVisitor')}
          </Button>
        ))
      }
    />
  );
}
