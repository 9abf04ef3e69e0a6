import { Coins, Crown, Heart, MessageCircle, Search, type LucideIcon } from 'lucide-react';
import type { TFunction } from 'i18next';
import type { User } from '@/api/types';
import { creditsBadge } from '@/lib/badge';
import type { BadgeTone } from '@/ui/badge/badge';
import { paths } from '@/lib/paths';

export interface Destination {
  id: 'search' | 'messages' | 'likes' | 'credits' | 'premium';
  to: string;
  text: string;
  icon: LucideIcon;
  badge?: { count: number; tone: BadgeTone; noun: string } | undefined;
}

/** Where a member can go from anywhere, with what waits there (spec 2.45, 2.46). */
export function destinations(user: User, t: TFunction): Destination[] {
  return [
    { id: 'search', to: paths.members.to(), text: t('nav.search'), icon: Search },
    {
      id: 'messages',
      to: paths.chats.to(),
      text: t('nav.messages'),
      icon: MessageCircle,
      badge: waiting(user.unread_messages, 'unread', t('nav.unread')),
    },
    {
      id: 'likes',
      to: paths.likes.to(),
      text: t('nav.likes'),
      icon: Heart,
      badge: waiting(user.new_likes, 'new', t('nav.new')),
    },
    user.paid_user ? creditsDestination(user.credits, t) : premiumDestination(t),
  ];
}

function waiting(count: number, tone: BadgeTone, noun: string) {
  return count > 0 ? { count, tone, noun } : undefined;
}

function creditsDestination(credits: number, t: TFunction): Destination {
  const tone = creditsBadge(credits);
  return {
    id: 'credits',
    to: paths.credits.to(),
    text: t('nav.credits'),
    icon: Coins,
    badge: tone && { count: credits, tone, noun: t('nav.creditsLeft') },
  };
}

function premiumDestination(t: TFunction): Destination {
  return { id: 'premium', to: paths.premium.to(), text: t('nav.premium'), icon: Crown };
}
