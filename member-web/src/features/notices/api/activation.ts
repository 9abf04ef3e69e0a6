import { useMutation } from '@tanstack/react-query';
import { api } from '@/api/client';

/** Mails a new activation link to the member who is logged in. */
export const useResend = () => useMutation({ mutationFn: () => api.post('/activation/resend') });
