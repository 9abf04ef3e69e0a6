import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { Providers } from '@/app/providers';
import { createQueryClient } from '@/app/query-client';
import { startI18n } from '@/i18n';
import { UiProvider } from '@/ui/ui-provider/ui-provider';

/** Shows a widget by itself, with English words and what every widget may rely on. */
export async function renderUi(widget: ReactNode, locale = 'en-GB') {
  await startI18n('en');
  const router = createMemoryRouter([{ path: '*', element: widget }]);
  render(
    <Providers client={createQueryClient()}>
      <UiProvider locale={locale}>
        <RouterProvider router={router} />
      </UiProvider>
    </Providers>,
  );
  return { user: userEvent.setup(), router };
}
