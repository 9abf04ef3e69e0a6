import type { QueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useMember } from '@/api/session';
import { startFinding } from '@/features/finder/api/finder';
import { FIRST, FirstPeople } from '@/features/finder/components/first-people';
import { resumeStep } from '@/features/signup/model/steps';
import { currentLanguage } from '@/i18n';
import { paths } from '@/lib/paths';
import { referenceQuery } from '@/shared/reference/reference';

export function load(client: QueryClient) {
  startFinding(client, FIRST);
  return client.prefetchQuery(referenceQuery(currentLanguage()));
}

/** /signup-matches: people who fit with what is known so far, and the way back into the signup (spec 2.23). */
export function Component() {
  const next = resumeStep(useMember());
  const [query] = useSearchParams();
  const person = query.get('for');
  return (
    <main id="main">
      <FirstPeople goOn={next && paths.signup.to(next)} cameFor={person ? paths.member.to(person) : undefined} />
    </main>
  );
}
