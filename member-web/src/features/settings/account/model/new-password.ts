interface Change {
  old_password: string;
  password: string;
  password_repeat: string;
}

/** What is missing or differs, by field, before the server is asked (spec 5.4). */
export function checkNewPassword(change: Change) {
  const problems: Partial<Record<keyof Change, 'oldMissing' | 'newMissing' | 'differ'>> = {};
  if (!change.old_password) problems.old_password = 'oldMissing';
  if (!change.password) problems.password = 'newMissing';
  else if (change.password !== change.password_repeat) problems.password_repeat = 'differ';
  return problems;
}
