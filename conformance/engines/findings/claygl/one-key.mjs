// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node one-key.mjs
// Exits with 0 if a track of one key still does not move its node.
import { clay } from "./loading.mjs";

const target = new clay.Node();
const track = new clay.animation.SamplerTrack({ target });
track.channels.time = [0];
track.channels.position = [3, 0, 0];
new clay.animation.TrackClip({ tracks: [track] }).setTime(1);
console.log(`x of the node is ${target.position.x}, 3 is wanted; of the track it is ${track.position[0]}`);
process.exit(target.position.x === 3 ? 1 : 0);
