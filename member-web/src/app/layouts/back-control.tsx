import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { IconButton } from '@/ui/icon-button/icon-button';

/** The button itself, in a chunk of its own because a browser tab never needs it. */
export default function BackControl() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return <IconButton icon={ArrowLeft} label={t('back')} onPress={() => void navigate(-1)} />;
}
