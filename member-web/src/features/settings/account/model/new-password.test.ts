import { describe, expect, it } from 'vitest';
import { checkNewPassword } from './new-password';

describe('a new password', () => {
  it('needs the old one, and the new one twice [spec 5.4]', () => {
    expect(checkNewPassword({ old_password: '', password: '', password_repeat: '' })).toEqual({
      old_password: 'oldMissing',
      password: 'newMissing',
    });
    expect(checkNewPassword({ old_password: 'a', password: 'b', password_repeat: 'c' })).toEqual({
      password_repeat: 'differ',
    });
    expect(checkNewPassword({ old_password: 'a', password: 'b', password_repeat: 'b' })).toEqual({});
  });
});
