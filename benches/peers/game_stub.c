/*
 * Just enough of a racing game for its physics module to be loaded alone.
 *
 * Debian's package `torcs` carries the original SOLID 2.0 inside simuv2.so, which
 * exports the dt functions but wants these eight symbols of the game when it is
 * loaded (it is linked with immediate binding). None of the dt functions calls
 * them; should one be reached all the same, the program stops and says so.
 *
 * The names are C++ manglings, as the game has them.
 */
#include <stdio.h>
#include <stdlib.h>

#define GAME_SYMBOL(name)                                                     \
    void name(void);                                                          \
    void name(void)                                                           \
    {                                                                         \
        fputs("game_stub: " #name " was called\n", stderr);                   \
        abort();                                                              \
    }

GAME_SYMBOL(_Z12GfParmGetNumPvPKcS1_S1_f)
GAME_SYMBOL(_Z12GfParmGetStrPvPKcS1_S1_)
GAME_SYMBOL(_Z14GfParmGetEltNbPvPKc)
GAME_SYMBOL(_Z14RtTrackHeightLP10tTrkLocPos)
GAME_SYMBOL(_Z19RtTrackGlobal2LocalP8trackSegffP10tTrkLocPosi)
GAME_SYMBOL(_Z19RtTrackLocal2GlobalP10tTrkLocPosPfS1_i)
GAME_SYMBOL(_Z19RtTrackSideTgAngleLP10tTrkLocPos)
GAME_SYMBOL(_Z21RtTrackSurfaceNormalLP10tTrkLocPosP4t3Dd)
