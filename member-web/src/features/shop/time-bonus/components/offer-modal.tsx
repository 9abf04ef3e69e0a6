import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/button/button';
import { Modal, ModalAnswers } from '@/ui/modal/modal';
import { useActiveDiscount } from '../hooks/use-active-discount';
import { clockTime } from '../model/countdown';
import styles from './band.module.css';

/** Tells once of the time bonus; saying no is as easy as saying yes (spec 4.17). */
export default function OfferModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('time-bonus');
  const format = useFormat();
  const navigate = useNavigate();
  const active = useActiveDiscount();
  if (active?.discount.occasion !== 'time-bonus' || active.left === undefined) return null;
  const { expires, validity, value_percentage: rate } = active.discount;
  const hours = Math.round((validity ?? 0) / 3600);
  const go = () => {
    onClose();
    void navigate(paths.credits.to());
  };
  return (
    <Modal title={t('modal.title', { percent: format.rate(rate), hours })} isOpen onClose={onClose}>
      <p>
        <span className={styles.clock} role="timer">
          {clockTime(active.left)}
        </span>
      </p>
      <p>{t('modal.text', { time: format.time(expires ?? '') })}</p>
      <ModalAnswers>
        <Button variant="primary" size="large" wide onPress={go}>
          {t('bundles')}
        </Button>
        <Button size="large" wide onPress={onClose}>
          {t('modal.no')}
        </Button>
      </ModalAnswers>
    </Modal>
  );
}
