// @ts-check
// A page that is worked out a part at a time, and draws nothing itself.
import { goOn } from "./goes_on.js";

void goOn();
