import { PortraitEntry } from '@/features/landing/components/portrait-entry';
import { useIntroduction } from '@/features/landing/api/introduction';
import { useParams } from 'react-router';

export { introduce as load } from '../introduce';

/** /members/{id}/landing: somebody in a lit window, and the way in (spec 2.6). */
export function Component() {
  const { id = '' } = useParams();
  return (
    <main id="main">
      <PortraitEntry id={id} person={useIntroduction(id)} />
    </main>
  );
}
