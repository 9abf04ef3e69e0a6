import { useParams } from 'react-router';
import { useIntroduction } from '@/features/landing/api/introduction';
import { Letter } from '@/features/landing/components/letter';

export { introduce as load } from '../introduce';

/** /members/{id}/landing2/{slug?}: a letter about somebody (spec 2.7). */
export function Component() {
  const { id = '' } = useParams();
  return (
    <main id="main">
      <Letter id={id} person={useIntroduction(id)} own={null} />
    </main>
  );
}
