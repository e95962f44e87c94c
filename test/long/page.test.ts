import { after, before, test } from 'node:test';
import { compareItineraries, compareLists, JOURNEYS, TRIPS } from '../support/page-truth.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

test('on 100 trips the page states the same facts as the JSON', async () => {
  await compareLists(service, TRIPS);
  await compareItineraries(service, JOURNEYS);
});
