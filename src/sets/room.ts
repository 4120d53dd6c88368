import type { Route } from '../platform/http/route';
import { conversationSetRoutes } from './conversation-set.routes';
import {
  type ConversationSetServiceDependencies,
  createConversationSetService,
} from './conversation-set.service';

/** Named lists of conversations. */
export function createSets(dependencies: ConversationSetServiceDependencies): { routes: Route[] } {
  return { routes: conversationSetRoutes({ sets: createConversationSetService(dependencies) }) };
}
