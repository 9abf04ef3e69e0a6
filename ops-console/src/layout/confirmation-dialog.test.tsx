import { act, render, screen } from '@testing-library/react';
import { AdminContext, testDataProvider } from 'react-admin';
import { expect, test, vi } from 'vitest';
import { isConfirmed } from '@/providers/confirmation';
import { ConfirmationDialog } from './confirmation-dialog';

const EMAIL = 'linden@staff.example';

test('password managers know whose password is asked for again', async () => {
  const authProvider = {
    login: vi.fn(),
    logout: vi.fn(),
    checkAuth: vi.fn(),
    checkError: vi.fn(),
    getPermissions: vi.fn(),
    getIdentity: () => Promise.resolve({ id: 'one', email: EMAIL }),
  };
  render(
    <AdminContext authProvider={authProvider} dataProvider={testDataProvider()}>
      <ConfirmationDialog />
    </AdminContext>,
  );
  act(() => void isConfirmed());
  const known = await screen.findByDisplayValue(EMAIL);
  expect(known).toHaveAttribute('autocomplete', 'username');
});
